/** Closes and reopens months as a plant does: two people approve input and output, two people reopen. */
import {
  inputOutputMonth,
  approveFinance,
  approveStatistics,
  compileMonth,
} from '@/areas/sheets/contract/input-output-month'
import { requestMonthReopening, closeMonth, reopenMonth, type plantMonth } from '@/plant/contract/plant-month'
import type { Row } from '@/contract/resource'
import type { TestPlant } from './harness'
import { expectOk } from './plant-staff'

/** Approves the month’s input and output: statistics as production lead, finance as accountant. */
export async function approveMonth(plant: TestPlant, month: string): Promise<Row<typeof inputOutputMonth>> {
  const lead = await plant.as('prod-lead')
  const accountant = await plant.as('accountant')
  const { id } = expectOk(await lead.call(compileMonth, { month }))
  expectOk(await lead.call(approveStatistics, { id }))
  return expectOk(await accountant.call(approveFinance, { id }))
}
/** Closes the month as the accountant, with a reason for anything unfinished. */
export async function closeMonthAs(plant: TestPlant, month: string): Promise<Row<typeof plantMonth>> {
  await approveMonth(plant, month)
  const accountant = await plant.as('accountant')
  return expectOk(await accountant.call(closeMonth, { month, reason: '测试' }))
}
/** Reopens the month: the accountant requests it, the manager agrees. */
export async function reopenMonthAs(plant: TestPlant, month: string): Promise<Row<typeof plantMonth>> {
  const [accountant, manager] = [await plant.as('accountant'), await plant.as('manager')]
  expectOk(await accountant.call(requestMonthReopening, { month, reason: '漏记' }))
  return expectOk(await manager.call(reopenMonth, { month }))
}
