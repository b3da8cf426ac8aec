/** What areas above ask of closed months. */
import type { Context } from '@/server/context'

/** The months whose books are closed, `2026-10`, earliest first. None, as long as nobody closes any. */
export const closedMonths = (_ctx: Pick<Context, 'query' | 'site'>): Promise<readonly string[]> => Promise.resolve([])
