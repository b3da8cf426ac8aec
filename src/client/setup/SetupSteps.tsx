import '../today/today.css'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint, Page } from '@/contract/endpoint'
import type { ListQuery } from '@/contract/resource'
import { getAreas } from '../area-registry'
import type { SetupStep } from '../area'
import { callEndpoint } from '../api/call-endpoint'
import { READ_META, buildQueryKey } from '@/client/api/query-client'
import { waitUntilIdle } from '../shell/app-settling'
import { useAddFormLink } from '@/client/shell/row-address'
import { usePageLink } from '../shell/use-page-link'
import { TodayItemList } from '../today/TodayCard'
import { Button } from '../ui/Button'
import { StateBadge } from '../ui/StateBadge'

type AreaSetupStep = SetupStep & { area: string }
const getSetupSteps = (): AreaSetupStep[] =>
  getAreas()
    .flatMap((area) => (area.setupSteps ?? []).map((step) => ({ ...step, area: area.name })))
    .sort((a, b) => a.order - b.order)

/** Counts the rows of a step. */
async function countSetupRows({ area, resource, query }: AreaSetupStep, signal: AbortSignal): Promise<number> {
  const contract = await getAreas()
    .find(({ name }) => name === area)
    ?.contract?.()
  const list = contract?.resources.find(({ name }) => name === resource)?.endpoints.list
  if (!list) throw new Error(`${resource} of ${area} has no list`)
  return (
    await callEndpoint(list as Endpoint<ListQuery, Page<unknown>>, { ...query, size: 1 }, { signal, quiet: true })
  ).total
}

const isStepDone = ({ minCount = 1 }: AreaSetupStep, count: number | undefined): boolean => (count ?? 0) >= minCount

/** Counts existing rows and displays the steps while one is missing. */
export default function SetupSteps({
  onMissingSteps,
  onComplete,
  onHide,
}: {
  /** Called when something is missing and displayed. */
  onMissingSteps: () => void
  onComplete: () => void
  onHide: () => void
}) {
  const steps = getSetupSteps()
  const [isIdle, setIsIdle] = useState(false)
  const lastStep = steps.at(-1)!
  const buildCountQuery = (step: AreaSetupStep, enabled = true) => ({
    queryKey: buildQueryKey([step.resource], 'setup', step.query ?? null),
    queryFn: ({ signal }: { signal: AbortSignal }) => countSetupRows(step, signal),
    meta: READ_META,
    enabled,
  })
  // If the last step is done the plant is in production: checking the other steps can wait.
  const lastStepCount = useQuery(buildCountQuery(lastStep))
  const countsAllSteps = isIdle || (!lastStepCount.isPending && !isStepDone(lastStep, lastStepCount.data))
  const countQueries = useQueries({
    queries: steps.map((step) => buildCountQuery(step, step === lastStep || countsAllSteps)),
  })
  useEffect(() => {
    let isUnmounted = false
    void waitUntilIdle().then(() => {
      if (!isUnmounted) setIsIdle(true)
    })
    return () => {
      isUnmounted = true
    }
  }, [])
  const isEveryStepCounted = countQueries.every(({ data }) => data !== undefined)
  const doneCount = steps.filter((step, index) => isStepDone(step, countQueries[index]?.data)).length
  const missingCount = isEveryStepCounted ? steps.length - doneCount : null
  const reportResult = useEffectEvent((hasMissingSteps: boolean) => (hasMissingSteps ? onMissingSteps() : onComplete()))
  useEffect(() => {
    if (missingCount !== null) reportResult(missingCount > 0)
  }, [missingCount])
  if (!missingCount) return null
  return (
    <StepList steps={steps} counts={countQueries.map(({ data }) => data ?? 0)} doneCount={doneCount} onHide={onHide} />
  )
}

interface StepListProps {
  steps: readonly AreaSetupStep[]
  counts: readonly number[]
  doneCount: number
  onHide: () => void
}
/**
 * The steps in order, with the number of rows or a link to the form. A separate component, so that the texts of six
 * areas load only when there is something to display.
 */
function StepList({ steps, counts, doneCount, onHide }: StepListProps) {
  const { t } = useTranslation(['client', ...new Set(steps.map(({ area }) => area))])
  const getCreationLink = useAddFormLink()
  const pageLink = usePageLink()
  const cardItems = steps.map((step, index) => {
    const count = counts[index] ?? 0
    return {
      key: step.name,
      to: step.page ? pageLink(step.page) : getCreationLink(step.resource, step.opensList ? 'list' : 'form'),
      title: t(`${step.area}:setup.${step.name}.title`),
      subtitle: t(`${step.area}:setup.${step.name}.what`),
      sideContent: isStepDone(step, count) ? (
        <StateBadge tone="ok">{step.page ? t('setup.done') : t('setup.count', { count })}</StateBadge>
      ) : (
        <StateBadge tone="wait">{t('setup.missing')}</StateBadge>
      ),
    }
  })
  return (
    <section className="ui-card today-card stack" aria-label={t('setup.title')}>
      <h2>{t('setup.title')}</h2>
      <p className="quiet">{t('setup.lead', { done: doneCount, count: steps.length })}</p>
      <TodayItemList items={cardItems} />
      <Button onClick={onHide}>{t('setup.hide')}</Button>
    </section>
  )
}
