import { useSyncExternalStore } from 'react'
import { getAreas } from '../area-registry'
import { recordTrouble } from '../ui/trouble'

/** Name and logo of the plant, readable without a session. `logo` is a data URL. */
export interface PlantBrand {
  name: string | null
  nameEn: string | null
  logo: string | null
}
const STORAGE_KEY = 'plantBrand'
const NO_BRAND: PlantBrand = { name: null, nameEn: null, logo: null }
const listeners = new Set<() => void>()
let lastRead: { text: string; brand: PlantBrand } | null = null

/** Returns the last known name and logo, so that the login page shows them at once and without a network. */
function readStoredBrand(): PlantBrand {
  try {
    const text = localStorage.getItem(STORAGE_KEY)
    if (!text) return NO_BRAND
    if (lastRead?.text !== text) lastRead = { text, brand: JSON.parse(text) as PlantBrand }
    return lastRead.brand
  } catch {
    return NO_BRAND // storage is blocked
  }
}
function storeBrand(brand: PlantBrand): void {
  const text = JSON.stringify(brand)
  if (localStorage.getItem(STORAGE_KEY) === text) return
  localStorage.setItem(STORAGE_KEY, text)
  for (const listener of listeners) listener()
}
/** Returns the last known name and logo; re-renders when they change. */
export const usePlantBrand = (): PlantBrand =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }, readStoredBrand)

/** Asks the server for the current name and logo. Keeps the last known ones without a network. */
export async function refreshPlantBrand(): Promise<void> {
  try {
    const area = getAreas().find((candidate) => candidate.loadPlantBrand)
    if (area?.loadPlantBrand) storeBrand(await area.loadPlantBrand())
  } catch (error) {
    recordTrouble('plant brand not refreshed', error)
  }
}
