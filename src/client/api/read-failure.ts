import type { Query } from '@tanstack/react-query'
import { isAnnounced } from '../ui/announcements'
import { ApiError, isUnreachable } from './api-error'
import { isFirstTaskRefusal } from './first-task'
import { notifyFailure } from './notify'

/** Query meta of page reads: they fail silently, and `notifyUnlessDrawn` shows the error if no page does. */
export const READ_META = { read: true } as const
/** Time a page may take to render its own error state, ms. */
const MAX_DRAW_MS = 300

/**
 * Shows a failed read as a toast, unless the page displays the same message. An unreachable server is left to the sync
 * indicator.
 */
export function notifyUnlessDrawn(error: Error, query: Pick<Query, 'meta'>): void {
  if (
    query.meta?.['read'] !== true ||
    !(error instanceof ApiError) ||
    error.wasNotified ||
    isFirstTaskRefusal(error) ||
    error.failure === 'cancelled' ||
    isUnreachable(error)
  )
    return
  setTimeout(() => {
    if (!isAnnounced(error.message)) notifyFailure(error.message)
  }, MAX_DRAW_MS)
}
