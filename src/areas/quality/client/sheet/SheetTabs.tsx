import { Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { pageViews } from '@/client/areas'
import { usePageTitle } from '@/client/shell/use-menu'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { Tabs } from '@/client/ui/Tabs'
import CheckFigures from './CheckFigures'

/** The views of the page, those of other areas after its own. */
export function SheetTabs({
  views,
  view,
  onChoose,
}: {
  views: readonly ['qualityCheck', 'figures', ...('widthCheck' | 'oiling' | 'codeWidth' | 'productStorage')[]]
  view: string
  onChoose: (view: string) => void
}) {
  const added = pageViews('qualitySheet')
  const { t } = useTranslation(['quality', ...added.flatMap(({ word }) => word.split(':', 1))])
  return (
    <Tabs
      views
      label={t('pages.sheet.views')}
      chosen={view}
      onChoose={onChoose}
      tabs={[
        ...views.map((key) => ({
          key: key as string,
          word: key === 'figures' ? t('pages.sheet.figures') : t(`${key}.name`),
        })),
        ...added.map(({ name, word }) => ({ key: name, word: t(word) })),
      ]}
    />
  )
}
/** A view of another area, such as the report of the month. */
export function AddedView({ view: { View }, tabs }: { view: ReturnType<typeof pageViews>[number]; tabs: ReactNode }) {
  const title = usePageTitle() ?? ''
  const frame = (content: ReactNode, primary?: ReactNode) => (
    <PageFrame title={title} primary={primary}>
      {tabs}
      {content}
    </PageFrame>
  )
  return (
    <Suspense fallback={frame(<SkeletonDetail />)}>
      <View of="" tabs={tabs} frame={frame} />
    </Suspense>
  )
}
/** What the checks come to. */
export function Figures({ tabs }: { tabs: ReactNode }) {
  return (
    <PageFrame fill title={usePageTitle() ?? ''}>
      <div className="tabbed">
        {tabs}
        <CheckFigures />
      </div>
    </PageFrame>
  )
}
