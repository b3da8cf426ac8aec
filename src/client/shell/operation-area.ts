import { areas } from '../areas'

/** The area whose texts name an operation of the outbox; null when no area of this version knows it. */
export function areaOfOperation(op: string): string | null {
  const resource = op.split('.')[0] ?? ''
  return areas().find((area) => area.operations?.includes(resource))?.name ?? null
}
