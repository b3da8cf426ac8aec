import type { Tone } from '@/client/ui/State'
import type { PackageState } from '@/areas/rolls/rules/package'
import type { Grade, SlitState } from '@/areas/rolls/rules/slit-roll'

/** What each state means to a person, for colour and icon; the word comes from the locale. */
export const gradeTones: Record<Grade, Tone> = { good: 'ok', downgraded: 'warn', waste: 'bad' }
export const slitTones: Record<SlitState, Tone> = {
  made: 'active',
  packed: 'ok',
  stored: 'ok',
  shipped: 'ok',
  recycled: 'idle',
  undone: 'idle',
}
export const packageTones: Record<PackageState, Tone> = { open: 'active', packed: 'wait', stored: 'ok', shipped: 'ok' }
export const cuttingTones: Record<string, Tone> = { open: 'active', finished: 'ok', undone: 'idle' }
