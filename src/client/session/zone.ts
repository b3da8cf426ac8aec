import { useSyncExternalStore } from 'react'

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
    new Intl.DateTimeFormat('en', { timeZone: zone })
    localStorage.setItem(KEY, zone)
    for (const listener of listeners) listener()
  } catch (error) {
    console.warn('time zone not taken', zone, error)
  }
}
/** The plant's zone for showing moments. */
export const usePlantZone = (): string => useSyncExternalStore((changed) => { listeners.add(changed); return () => { listeners.delete(changed) } }, plantZone)
