/** An equipment's use state and its code. */
import { defineMachine, type StateOf } from '@/contract/state-machine'

/** In use, not used, discarded; only a key of its own brings a discarded equipment back. */
export const equipmentUse = defineMachine('equipmentUse', {
  states: ['inUse', 'notUsed', 'discarded'],
  initial: 'inUse',
  actions: {
    add: { from: [null], to: 'inUse', permission: 'equipmentLedgerAdd', requires: ['name', 'code'] },
    stopUse: { from: ['inUse'], to: 'notUsed', permission: 'equipmentUseAdd', requires: ['reason'] },
    resumeUse: { from: ['notUsed'], to: 'inUse', permission: 'equipmentUseAdd' },
    discard: { from: ['inUse', 'notUsed'], to: 'discarded', permission: 'equipmentLedgerDiscard', requires: ['reason'] },
    restore: { from: ['discarded'], to: 'notUsed', permission: 'equipmentLedgerRestore', requires: ['reason'] },
  },
})

export type EquipmentUseState = StateOf<typeof equipmentUse>

/** The longest code that still prints as a QR code readable from a 30 mm label. */
export const CODE_LENGTH = 40

/**
 * One spelling for what people type and scanners send: full-width to half-width (`ＳＢ－０１` → `SB-01`), every kind of
 * dash to `-`, upper case, no spaces or invisible characters.
 */
export function normaliseCode(text: string): string {
  return text
    .replace(/[\uFF01-\uFF5E]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0))
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\s\u200B-\u200D\u2060]/g, '')
    .toUpperCase()
}

/** Why a normalised code cannot be used: letters A–Z and digits, joined by `-`, `_`, `.` or `/`. Null when it can. */
export function codeProblem(code: string): 'empty' | 'tooLong' | 'characters' | null {
  if (code === '') return 'empty'
  if (code.length > CODE_LENGTH) return 'tooLong'
  return /^[A-Z0-9]+(?:[-_./][A-Z0-9]+)*$/.test(code) ? null : 'characters'
}
