import type { PageViewProps } from '@/client/area'
import { qualityView } from './quality-view'
import { ReportPage } from './ReportPage'

const views = [qualityView]
/** 质量报表 as a view of the quality page, for people without permission for finished products. */
export default function QualityMonthView({ tabs }: PageViewProps) {
  return <ReportPage page="qualitySheet" views={views} tabs={tabs} />
}
