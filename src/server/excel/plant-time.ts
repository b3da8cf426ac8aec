import { convertInstantToWall } from '@/contract/zone-clock'

/** Formats a moment as the plant's clock shows it: `2026-11-26 14:00`. */
export const formatPlantTime = (zone: string, moment: string): string =>
  new Date(convertInstantToWall(zone, Date.parse(moment))).toISOString().slice(0, 16).replace('T', ' ')
