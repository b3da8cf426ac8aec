import type { AccountSetupRequired } from '@/contract/errno'
import { getSession } from '../session/session'
import type { ApiError } from './api-error'

/**
 * True if a call was refused because of the required first task (password, second factor) that the user is just
 * completing.
 */
export function isFirstTaskRefusal({ data }: Pick<ApiError, 'data'>): boolean {
  const task = (data as Partial<AccountSetupRequired> | null | undefined)?.first
  return task !== undefined && getSession()[task === 'mustEnrol' ? 'mustEnrol' : 'mustChangePassword']
}
