/** Selects the content of numeric fields on focus, so that the first key replaces it. */
export function selectNumbersOnFocus(page: Pick<Document, 'addEventListener'>): void {
  page.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLInputElement && /^(decimal|numeric)$/.test(target.getAttribute('inputmode') ?? ''))
      target.select()
  })
}
