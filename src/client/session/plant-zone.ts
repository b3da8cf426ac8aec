import { useSyncExternalStore } from 'react'
import { recordTrouble } from '../ui/trouble'

const STORAGE_KEY = 'timeZone'
const DEFAULT_ZONE = 'Asia/Shanghai'
const listeners = new Set<() => void>()

/** Returns the plant's time zone (IANA name): the server's at the last login, else Asia/Shanghai. */
export function getPlantZone(): string {
  try {
    return localStorage.getItem(STORAGE_KEY) ?? DEFAULT_ZONE
  } catch {
    return DEFAULT_ZONE // storage is blocked
  }
}
/** Stores the time zone sent by the server, if this browser supports it. */
export function rememberZone(zone: string | undefined): void {
  if (!zone || zone === getPlantZone()) return
  try {
    Intl.DateTimeFormat('en', { timeZone: zone }) // throws for a zone this browser does not know
    localStorage.setItem(STORAGE_KEY, zone)
    for (const listener of listeners) listener()
  } catch (error) {
    recordTrouble('time zone not taken', error)
  }
}
/** Returns the plant's time zone for displaying moments; re-renders when it changes. */
export const usePlantZone = (): string =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }, getPlantZone)
