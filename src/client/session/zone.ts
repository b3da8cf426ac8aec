import { useSyncExternalStore } from 'react'
import { recordTrouble } from '../ui/trouble'

const KEY = 'timeZone'
const PLANT = 'Asia/Shanghai'
const listeners = new Set<() => void>()

/** The plant's time zone (IANA name): what the server said at the last login, else Asia/Shanghai. */
export function plantZone(): string {
  try {
    return localStorage.getItem(KEY) ?? PLANT
  } catch {
    return PLANT // storage is blocked
  }
}
/** Remembers the zone the server named, if this browser knows it. */
export function rememberZone(zone: string | undefined): void {
  if (!zone || zone === plantZone()) return
  try {
    Intl.DateTimeFormat('en', { timeZone: zone }) // throws for a zone this browser does not know
    localStorage.setItem(KEY, zone)
    for (const listener of listeners) listener()
  } catch (error) {
    recordTrouble('time zone not taken', error)
  }
}
/** The plant's zone for showing moments. */
export const usePlantZone = (): string =>
  useSyncExternalStore((changed) => {
    listeners.add(changed)
    return () => {
      listeners.delete(changed)
    }
  }, plantZone)
