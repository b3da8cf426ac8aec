import { Suspense, useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageName } from '@/contract/menu'
import type { PageViewProps } from '../area'
import { pageViews } from '../areas'
import { useView } from '../resource/RecordPage'
import { PageFrame } from '../ui/PageFrame'
import { SkeletonDetail } from '../ui/Skeleton'
import { Tabs } from '../ui/Tabs'
import { allBut, useParams } from '../use-params'
import { usePageTitle } from './use-menu'

/** A view of the page's own, named in the address as `view`. */
export interface OwnView {
  key: string
  word: string
  draw: (tabs: ReactNode) => ReactNode
  /** Its tab stands behind those of other areas. */
  last?: boolean
}
export interface PageViewsProps {
  page: PageName
  /** In place of what the menu calls the page. */
  title?: string
  /** What the tabs choose between, for a screen reader. */
  label: string
  /** The first is shown unless the address names another. */
  views: readonly [OwnView, ...OwnView[]]
  /** In place of the one that the address names. */
  chosen?: string | undefined
  /** Parts of the address that mean the same in several views; each begins without anything else that another said. */
  keeps?: readonly string[]
  /** The row the page is about. */
  of?: string
  /** In place of the plain frame of a page. */
  frame?: (tabs: ReactNode) => PageViewProps['frame']
}

/** A page to which other areas add views of theirs (`pageViews` of a client): these come by themselves. */
export function PageViews({ page, label, views, chosen, keeps, of = '', ...props }: PageViewsProps) {
  const [params, change] = useParams()
  const added = useAddedViews(page)
  const all = [...views.filter((one) => !one.last), ...added, ...views.filter((one) => one.last)]
  const asked = useView(all.map(({ key }) => key) as [string, ...string[]])
  const view = chosen ?? asked
  const title = usePageTitle()
  const tabs = (
    <Tabs
      views
      label={label}
      chosen={view}
      onChoose={(next) => change({ ...allBut(params, keeps), view: next === views[0].key ? null : next })}
      tabs={all}
    />
  )
  const frame =
    props.frame?.(tabs) ??
    ((content: ReactNode, primary?: ReactNode) => (
      <PageFrame title={props.title ?? title ?? ''} primary={primary}>
        {tabs}
        {content}
      </PageFrame>
    ))
  const own = views.find(({ key }) => key === view)
  if (own) return <Suspense fallback={frame(<SkeletonDetail />)}>{own.draw(tabs)}</Suspense>
  return added.find(({ key }) => key === view)?.draw({ of, tabs, frame })
}

/** Views that other areas add to a page, in the words of those areas. */
export function useAddedViews(page: PageName) {
  const added = useMemo(() => pageViews(page), [page])
  const { t } = useTranslation(['client', ...added.flatMap(({ word }) => word.split(':', 1))])
  return useMemo(
    () =>
      added.map(({ name, word, View }) => ({
        key: name,
        word: t(word),
        draw: (props: PageViewProps) => (
          <Suspense fallback={props.frame(<SkeletonDetail />)}>
            <View {...props} />
          </Suspense>
        ),
      })),
    [added, t],
  )
}
