/** Tools, for their tests. */
import { tool } from '@/areas/tools/contract/tool'
import { toolUse } from '@/areas/tools/contract/tool-use'
import type { Row } from '@/contract/resource'
import type { Caller } from '../harness'
import { good } from '../people'

export type Tool = Row<typeof tool>
let serial = 0
export async function newTool(by: Caller, more: Record<string, unknown> = {}): Promise<Tool> {
  serial += 1
  return good(
    await by.call(tool.endpoints.create, {
      code: `TL-${serial}`,
      kind: 'spinneret',
      lifeUnit: 'kg',
      ...more,
    } as never),
  )
}
export const toolNow = async (by: Caller, id: string): Promise<Tool> =>
  good(await by.call(tool.endpoints.list, { id })).list[0]!
export const recordsOf = async (by: Caller, toolId: string): Promise<Row<typeof toolUse>[]> =>
  good(await by.call(toolUse.endpoints.list, { toolId, sort: 'occurredAt' })).list
