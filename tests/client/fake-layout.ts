/** jsdom has no layout: gives every element this size, px, for pages that adapt to their width. */
export function laidOut(width: number | (() => number), height = 800): void {
  HTMLElement.prototype.getBoundingClientRect = () =>
    new DOMRect(0, 0, typeof width === 'number' ? width : width(), height)
}
