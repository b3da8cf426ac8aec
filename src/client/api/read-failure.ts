import type { Query } from '@tanstack/react-query'
import { isOnPage } from '../ui/on-page'
import { ApiError, isUnreachable } from './api-error'
import { waitsForFirst } from './first-step'
import { notifyFailure } from './notify'

/** Marks the reads of a page: they fail quietly, and their failure is told here where no page draws it. */
export const READ = { read: true } as const
/** So long a page may take to draw its own error state, ms. */
const DRAWN_WITHIN = 300

/** Tells a failed read by a toast, unless the page says the same where the rows would be. A server that cannot be reached is the sync state's to tell. */
export function notifyUnlessDrawn(error: Error, query: Pick<Query, 'meta'>): void {
  if (
    query.meta?.['read'] !== true ||
    !(error instanceof ApiError) ||
    error.shown ||
    waitsForFirst(error) ||
    error.failure === 'cancelled' ||
    isUnreachable(error)
  )
    return
  setTimeout(() => {
    if (!isOnPage(error.message)) notifyFailure(error.message)
  }, DRAWN_WITHIN)
}
