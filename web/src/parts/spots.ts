/** Outlines of betting spots, drawn around their middle. */

export type SpotShapeName = 'circle' | 'diamond' | 'rectangle' | 'hexagon' | 'halves' | 'lamp';

function polygon(points: [number, number][]): string {
  return `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`;
}

function circle(radius: number): string {
  return `M0 ${-radius}A${radius} ${radius} 0 1 1 0 ${radius}A${radius} ${radius} 0 1 1 0 ${-radius}Z`;
}

function rectangle(width: number, height: number, corner: number): string {
  const [right, bottom] = [width / 2, height / 2];
  const arc = `a${corner} ${corner} 0 0 1`;
  return (
    `M${-right + corner} ${-bottom}H${right - corner}${arc}${corner} ${corner}V${bottom - corner}` +
    `${arc}${-corner} ${corner}H${-right + corner}${arc}${-corner} ${-corner}V${-bottom + corner}` +
    `${arc}${corner} ${-corner}Z`
  );
}

/** The outline of a spot as a path. `inset` draws the fine second line inside it. */
export function outlineOf(shape: SpotShapeName, width: number, height: number, inset = 0): string {
  const [halfWidth, halfHeight] = [width / 2 - inset, height / 2 - inset];
  switch (shape) {
    case 'rectangle':
      // Flat rectangles become pills.
      return rectangle(halfWidth * 2, halfHeight * 2, height < 50 ? halfHeight : 12 - inset * 0.8);
    case 'diamond':
      return polygon([
        [0, -halfHeight],
        [halfWidth, 0],
        [0, halfHeight],
        [-halfWidth, 0],
      ]);
    case 'hexagon':
      return polygon(
        [0, 1, 2, 3, 4, 5].map((corner) => [
          halfWidth * Math.cos((corner * Math.PI) / 3),
          halfHeight * Math.sin((corner * Math.PI) / 3),
        ]),
      );
    default:
      return circle(halfWidth);
  }
}

/** The right half of a circle. */
export function halfOf(radius: number, side: 'left' | 'right'): string {
  return `M0 ${-radius}A${radius} ${radius} 0 0 ${side === 'right' ? 1 : 0} 0 ${radius}Z`;
}
