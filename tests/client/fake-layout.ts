/** Gives every element this size in px, because jsdom has no layout and some pages adapt to their width. */
export function setElementSize(width: number | (() => number), height = 800): void {
  HTMLElement.prototype.getBoundingClientRect = () =>
    new DOMRect(0, 0, typeof width === 'number' ? width : width(), height)
}
