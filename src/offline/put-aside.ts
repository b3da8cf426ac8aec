/*
 * A browser may keep a page in its back/forward cache. WebKit, so every iPhone, freezes the page with its running transactions,
 * including reads. These block their stores for every other page of the app, which then waits forever. So a page aborts its
 * transactions when it is frozen and repeats them when it returns.
 */
const underWay = new Set<IDBTransaction>()
let aside = false
const back: (() => void)[] = []

function giveUp(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch (error) {
    // It was committed or aborted just now.
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error
  }
}
/** Tracks a new transaction, which is aborted when the page is frozen. */
export function mayBeGivenUp(transaction: IDBTransaction): void {
  if (aside) return giveUp(transaction)
  underWay.add(transaction)
  const over = () => underWay.delete(transaction)
  transaction.addEventListener('complete', over)
  transaction.addEventListener('abort', over)
}
/** Waits while the page is frozen. */
export const pageBack = (): Promise<void> => (aside ? new Promise((resolve) => back.push(resolve)) : Promise.resolve())

/** Listens to the freezing and return of the page. The worker has no page. */
export function followPage(page: Pick<Window, 'addEventListener'>): void {
  page.addEventListener('pagehide', ({ persisted }) => {
    if (!persisted) return // the page is gone for good, with its transactions
    aside = true
    for (const transaction of underWay) giveUp(transaction)
  })
  page.addEventListener('pageshow', () => {
    aside = false
    for (const resolve of back.splice(0)) resolve()
  })
}
if (typeof window !== 'undefined') followPage(window)
