/**
 * Numbers are offered to be replaced: wherever a field of digits gets the focus, what stands in it is selected, so that the
 * first key takes its place.
 */
export function selectNumbersOnFocus(page: Pick<Document, 'addEventListener'>): void {
  page.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLInputElement && /^(decimal|numeric)$/.test(target.getAttribute('inputmode') ?? ''))
      target.select()
  })
}
