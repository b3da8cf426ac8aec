import { recordTrouble } from '@/client/ui/trouble'

const KEY = 'winder/line'
/** The line that this tablet stands at; null until somebody chose one. */
export function keptLine(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null // storage is blocked
  }
}
export function keepLine(id: string): void {
  try {
    localStorage.setItem(KEY, id)
  } catch (error) {
    recordTrouble('line not remembered', error)
  }
}
