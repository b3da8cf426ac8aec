import { recordTrouble } from '@/client/ui/trouble'

const KEY = 'winder/line'
/** Returns the line stored on this tablet; null until one was chosen. */
export function keptLine(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null // storage is blocked
  }
}
/** Stores the chosen line on this tablet. */
export function keepLine(id: string): void {
  try {
    localStorage.setItem(KEY, id)
  } catch (error) {
    recordTrouble('line not remembered', error)
  }
}
