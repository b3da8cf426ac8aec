import type { Resource } from '@/contract/resource'
import { areas } from '../areas'

/** Finds the definition of a resource; null if no area of this app has it. */
export async function resourceNamed(name: string): Promise<Resource | null> {
  const contracts = await Promise.all(areas().map((area) => area.contract?.()))
  return contracts.flatMap((contract) => contract?.resources ?? []).find((one) => one.name === name) ?? null
}
