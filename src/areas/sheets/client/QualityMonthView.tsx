import type { PageViewProps } from '@/client/area'
import { qualityView } from './quality-view'
import { SheetPage } from './SheetPage'

const views = [qualityView]
/** 质量报表 on the sheets of quality, for who has no key of finished goods. */
export default function QualityMonthView({ tabs }: PageViewProps) {
  return <SheetPage page="qualitySheet" views={views} tabs={tabs} />
}
