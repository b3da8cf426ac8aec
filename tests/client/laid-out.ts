/** jsdom lays nothing out: gives every element this size, px, for pages that follow their own room. */
export function laidOut(width: number | (() => number), height = 800): void {
  HTMLElement.prototype.getBoundingClientRect = () =>
    new DOMRect(0, 0, typeof width === 'number' ? width : width(), height)
}
