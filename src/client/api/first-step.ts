import type { WantsFirst } from '@/contract/errno'
import { session } from '../session/session'
import type { ApiError } from './api-error'

/** Whether a call was refused because the person must first do what the page they are kept on is for: they are at it. */
export function waitsForFirst({ data }: Pick<ApiError, 'data'>): boolean {
  const first = (data as Partial<WantsFirst> | null | undefined)?.first
  return first !== undefined && session()[first === 'mustEnrol' ? 'mustEnrol' : 'mustChangePassword']
}
