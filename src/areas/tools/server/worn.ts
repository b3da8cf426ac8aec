import type { Context } from '@/server/context'

/** Who hears that a tool comes to the end of its life: those who keep tools, and at slitters those who change knives. */
const keepers = ['toolManagementWork'] as const

/** Tells that a tool has come to 90 % of its life, or over it. */
export function tellWorn(
  ctx: Context,
  { id, code, model, kind, percent }: { id: string; code: string; model: string | null; kind: string; percent: number },
): void {
  const keys = kind === 'knife' ? [...keepers, 'divideInteractiveAdd'] : keepers
  ctx.notify({ notice: 'toolWorn', id, title: () => `${[code, model].filter(Boolean).join(' ')} ${percent} %`, keys })
}
