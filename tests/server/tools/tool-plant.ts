/** Creates and loads tools, for their tests. */
import { tool } from '@/areas/tools/contract/tool'
import { toolUse } from '@/areas/tools/contract/tool-use'
import type { Row } from '@/contract/resource'
import type { Caller } from '../harness'
import { expectOk } from '../plant-staff'

export type Tool = Row<typeof tool>
let serial = 0
export async function createTool(caller: Caller, overrides: Record<string, unknown> = {}): Promise<Tool> {
  serial += 1
  return expectOk(
    await caller.call(tool.endpoints.create, {
      code: `TL-${serial}`,
      kind: 'spinneret',
      lifeUnit: 'kg',
      ...overrides,
    } as never),
  )
}
export const loadTool = async (caller: Caller, id: string): Promise<Tool> =>
  expectOk(await caller.call(tool.endpoints.list, { id })).list[0]!
export const loadToolUses = async (caller: Caller, toolId: string): Promise<Row<typeof toolUse>[]> =>
  expectOk(await caller.call(toolUse.endpoints.list, { toolId, sort: 'occurredAt' })).list
