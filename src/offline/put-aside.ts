/*
 * A browser may keep a page that was left, to show it again when a person goes back. WebKit, so every iPhone, freezes it with
 * the transactions it has under way, reading ones too: for as long as it lies there they keep their stores from every other
 * page of the app, which then waits for ever. So a page that is put aside gives up what it has begun, and does it again when
 * it is back.
 */
const underWay = new Set<IDBTransaction>()
let aside = false
const back: (() => void)[] = []

function giveUp(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch (error) {
    // It has been committed, or given up, in this very moment.
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error
  }
}
/** Takes note of a transaction that has just begun: it is given up when the page is put aside. */
export function mayBeGivenUp(transaction: IDBTransaction): void {
  if (aside) return giveUp(transaction)
  underWay.add(transaction)
  const over = () => underWay.delete(transaction)
  transaction.addEventListener('complete', over)
  transaction.addEventListener('abort', over)
}
/** Waits for as long as the page is put aside. */
export const pageBack = (): Promise<void> => (aside ? new Promise((resolve) => back.push(resolve)) : Promise.resolve())

/** Listens to the page; the worker has none. */
export function followPage(page: Pick<Window, 'addEventListener'>): void {
  page.addEventListener('pagehide', ({ persisted }) => {
    if (!persisted) return // it is gone for good, and its transactions with it
    aside = true
    for (const transaction of underWay) giveUp(transaction)
  })
  page.addEventListener('pageshow', () => {
    aside = false
    for (const resolve of back.splice(0)) resolve()
  })
}
if (typeof window !== 'undefined') followPage(window)
