import type { Tone } from '@/client/ui/State'

/** What each state means to a person, for colour and icon; the word comes from the locale. */
export const handoverTones: Readonly<Record<string, Tone>> = {
  draft: 'active',
  given: 'wait',
  taken: 'ok',
  deleted: 'idle',
}
export const wasteTones: Readonly<Record<string, Tone>> = { entered: 'wait', checked: 'ok', disputed: 'bad' }
