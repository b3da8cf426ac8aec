/** Scenes, states and defaults of the large screens, which wire paths and stored names call lobby. */
import type { ShiftMetricName } from '@/areas/figures/rules/metric-values'

export const screenScenes = ['output', 'lines', 'quality', 'energy', 'orders'] as const
export type ScreenScene = (typeof screenScenes)[number]
/** `byDay` is light by day and dark at night. */
export const screenThemes = ['dark', 'light', 'byDay'] as const
export type ScreenTheme = (typeof screenThemes)[number]
/** The five headline metrics at the top of every scene. */
export const headlineMetrics = [
  'outputKg',
  'q1Percent',
  'oeePercent',
  'kwhPerKg',
  'onTimePercent',
] as const satisfies readonly ShiftMetricName[]
export const screenLineStates = ['running', 'standing', 'idle'] as const
export type ScreenLineState = (typeof screenLineStates)[number]
export const noticeKinds = ['entered', 'lineStands', 'orderLate'] as const
export const linkStates = ['waiting', 'entered', 'revoked', 'expired'] as const
export type LinkState = (typeof linkStates)[number]

export const defaultScreenSetting = { dataSeconds: 15, noticeSeconds: 30, theme: 'dark', scenes: screenScenes } as const
/** Hours after which an unused link expires. */
export const LINK_VALID_HOURS = 24

/** Returns the state of a link. A link can be used once; an unused link expires after a day. */
export function getLinkState(
  link: { readonly enteredAt: string | null; readonly revokedAt: string | null; readonly expiresAt: string },
  now: number,
): LinkState {
  if (link.revokedAt !== null) return 'revoked'
  if (link.enteredAt !== null) return 'entered'
  return Date.parse(link.expiresAt) <= now ? 'expired' : 'waiting'
}
/** Returns the state of a line. A stop takes precedence over a running order. */
export const getScreenLineState = (isStopped: boolean, hasOrder: boolean): ScreenLineState => {
  if (isStopped) return 'standing'
  return hasOrder ? 'running' : 'idle'
}
