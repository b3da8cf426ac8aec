/** What large screens show. */
import type { ShiftFigure } from '@/areas/figures/rules/values'

export const scenes = ['output', 'lines', 'quality', 'energy', 'orders'] as const
export type Scene = (typeof scenes)[number]
/** `byDay` is dark at night. */
export const screenThemes = ['dark', 'light', 'byDay'] as const
export type ScreenTheme = (typeof screenThemes)[number]
/** The five figures that stand above all. */
export const headlines = [
  'outputKg',
  'q1Percent',
  'oeePercent',
  'kwhPerKg',
  'onTimePercent',
] as const satisfies readonly ShiftFigure[]
export const lineStates = ['running', 'standing', 'idle'] as const
export type LineState = (typeof lineStates)[number]
export const noticeKinds = ['entered', 'lineStands', 'orderLate'] as const
export const linkStates = ['waiting', 'entered', 'revoked', 'expired'] as const
export type LinkState = (typeof linkStates)[number]

export const usualScreen = { dataSeconds: 15, noticeSeconds: 30, theme: 'dark', scenes } as const
/** A link is good for one day until a screen has used it. */
export const LINK_HOURS = 24

/** Where a link stands: it is used once, and ends unused after a day. */
export function linkState(
  link: { readonly enteredAt: string | null; readonly revokedAt: string | null; readonly expiresAt: string },
  now: number,
): LinkState {
  if (link.revokedAt !== null) return 'revoked'
  if (link.enteredAt !== null) return 'entered'
  return Date.parse(link.expiresAt) <= now ? 'expired' : 'waiting'
}
/** A standing line before all, then an order on it. */
export const lineStateOf = (stands: boolean, hasOrder: boolean): LineState =>
  stands ? 'standing' : hasOrder ? 'running' : 'idle'
