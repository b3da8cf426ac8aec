import type { WantsFirst } from '@/contract/errno'
import { session } from '../session/session'
import type { ApiError } from './api-error'

/**
 * True if a call was refused because of the required first task (password, second factor) that the user is just
 * completing.
 */
export function waitsForFirst({ data }: Pick<ApiError, 'data'>): boolean {
  const first = (data as Partial<WantsFirst> | null | undefined)?.first
  return first !== undefined && session()[first === 'mustEnrol' ? 'mustEnrol' : 'mustChangePassword']
}
