// Search, where a browser is strict. `make docs` puts the text of its worker before this, as
// SEARCH_WORKER.

// A page on disk may not start a worker from a file beside it; it may start one from its own text.
if (location.protocol === 'file:') {
  const started = window.Worker;
  window.Worker = function () {
    return new started(URL.createObjectURL(new Blob([SEARCH_WORKER], { type: 'text/javascript' })));
  };
}

// The panel of search brings its style as an element, which a strict content policy refuses.
ShadowRoot.prototype.appendChild = function (node) {
  if (node.localName !== 'style') return Node.prototype.appendChild.call(this, node);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(node.textContent);
  this.adoptedStyleSheets = [...this.adoptedStyleSheets, sheet];
  return node;
};
