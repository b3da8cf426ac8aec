/** Closing a month as a plant does: input and output approved by two people, then closed; opened again by two. */
import { inputOutputMonth, approveFinance, approveStatistics, rollUpMonth } from '@/areas/sheets/contract/input-output'
import { requestMonthReopening, closeMonth, reopenMonth, type plantMonth } from '@/plant/contract/plant-month'
import type { Row } from '@/contract/resource'
import type { TestPlant } from './harness'
import { good } from './people'

/** Both approvals of the month's input and output: statistics by the production lead, finance by the accountant. */
export async function approvedMonth(plant: TestPlant, month: string): Promise<Row<typeof inputOutputMonth>> {
  const lead = await plant.as('prod-lead')
  const accountant = await plant.as('accountant')
  const { id } = good(await lead.call(rollUpMonth, { month }))
  good(await lead.call(approveStatistics, { id }))
  return good(await accountant.call(approveFinance, { id }))
}
/** The month closed by the accountant, whatever else is open in it. */
export async function closedMonth(plant: TestPlant, month: string): Promise<Row<typeof plantMonth>> {
  await approvedMonth(plant, month)
  const accountant = await plant.as('accountant')
  return good(await accountant.call(closeMonth, { month, reason: '测试' }))
}
/** The accountant asks, the manager agrees. */
export async function reopenedMonth(plant: TestPlant, month: string): Promise<Row<typeof plantMonth>> {
  const [accountant, manager] = [await plant.as('accountant'), await plant.as('manager')]
  good(await accountant.call(requestMonthReopening, { month, reason: '漏记' }))
  return good(await manager.call(reopenMonth, { month }))
}
