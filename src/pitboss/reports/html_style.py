"""How the PAR sheet looks on a screen, and when it is printed from there."""

STYLE = """\
body { margin: 0; background: #F3F1EC; color: #1B1D21;
  font: 15px/1.5 Georgia, "Libertinus Serif", serif;
  font-variant-numeric: lining-nums tabular-nums; }
main { max-width: 900px; margin: 0 auto; padding: 16px; }
section { background: #FFF; margin: 0 0 16px; padding: 28px 34px;
  border-top: 4px solid var(--felt); }
h1 { margin: 0; font-size: 28px; font-weight: 400; color: var(--felt); }
h2 { margin: 22px 0 4px; font-size: 16px; color: var(--felt); }
.below, .note { color: #60656C; }
.below { margin: 0 0 14px; }
.note { font-size: 13px; }
.warning { background: #FFF3D6; border-left: 4px solid #C98A00; padding: 8px 12px; }
dl { display: grid; grid-template-columns: minmax(120px, 220px) 1fr;
  gap: 3px 14px; margin: 14px 0; }
dt { color: #60656C; }
dd { margin: 0; overflow-wrap: anywhere; }
dl.mono dd { font: 12px/1.5 "DejaVu Sans Mono", Consolas, monospace; }
dl.mono dt { font-size: 13px; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(130px, 1fr));
  gap: 1px; margin: 14px 0; }
.figures div { background: color-mix(in srgb, var(--felt) 7%, white); padding: 8px 10px; }
.figures span { display: block; font-size: 12px; color: #60656C; }
.figures b { font-size: 19px; font-weight: 400; color: var(--felt); }
.wide { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; margin: 8px 0; }
table.small { font-size: 13px; }
th, td { text-align: left; padding: 3px 8px; border-bottom: 1px solid #E2E2E2;
  vertical-align: top; }
th { font-size: 12px; color: var(--felt); vertical-align: bottom; }
.n { text-align: right; white-space: nowrap; }
th.n { white-space: normal; }
tfoot td { font-weight: 700; }
figure { margin: 14px 0 0; }
figure svg { width: 100%; height: auto; }
footer { text-align: center; color: #60656C; font-size: 12px; padding: 0 0 24px; }
@media print { body { background: #FFF; } main { max-width: none; padding: 0; }
  section { break-after: page; padding: 0; border: 0; } }
"""
