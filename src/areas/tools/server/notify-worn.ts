import type { Context } from '@/server/context'

/** Permission of people to notify about worn tools; for knives also the operators of slitters. */
const toolKeepers = ['toolManagementWork'] as const

/** Notifies that a tool has reached 90 % of its life or exceeded its limit. */
export function notifyWorn(
  ctx: Context,
  { id, code, model, kind, percent }: { id: string; code: string; model: string | null; kind: string; percent: number },
): void {
  const keys = kind === 'knife' ? [...toolKeepers, 'divideInteractiveAdd'] : toolKeepers
  ctx.notify({ notice: 'toolWorn', id, title: () => `${[code, model].filter(Boolean).join(' ')} ${percent} %`, keys })
}
