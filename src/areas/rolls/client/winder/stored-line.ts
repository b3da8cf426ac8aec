import { recordTrouble } from '@/client/ui/trouble'

const STORAGE_KEY = 'winder/line'
/** Returns the line stored on this tablet; null until one was chosen. */
export function loadStoredLine(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    return null // storage is blocked
  }
}
/** Stores the chosen line on this tablet. */
export function storeLine(id: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, id)
  } catch (error) {
    recordTrouble('line not remembered', error)
  }
}
