import type { Resource } from '@/contract/resource'
import { getAreas } from '../area-registry'

/** Finds the definition of a resource; null if no area of this app has it. */
export async function findResource(name: string): Promise<Resource | null> {
  const contracts = await Promise.all(getAreas().map((area) => area.contract?.()))
  return contracts.flatMap((contract) => contract?.resources ?? []).find((one) => one.name === name) ?? null
}
