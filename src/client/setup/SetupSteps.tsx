import '../today/today.css'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint, Page } from '@/contract/endpoint'
import type { ListQuery } from '@/contract/resource'
import { areas } from '../areas'
import type { SetupStep } from '../area'
import { call } from '../api/call'
import { keyOf } from '../api/keys'
import { READ } from '../api/read-failure'
import { whenIdle } from '../shell/settle'
import { useAdding } from '../shell/use-adding'
import { usePageLink } from '../shell/use-page-link'
import { TodayLines } from '../today/TodayCard'
import { Button } from '../ui/Button'
import { State } from '../ui/State'

type Step = SetupStep & { area: string }
const allSteps = (): Step[] =>
  areas()
    .flatMap((area) => (area.setup ?? []).map((step) => ({ ...step, area: area.name })))
    .sort((a, b) => a.order - b.order)

/** Counts the rows of a step. */
async function countOf({ area, resource, query }: Step, signal: AbortSignal): Promise<number> {
  const contract = await areas()
    .find(({ name }) => name === area)
    ?.contract?.()
  const list = contract?.resources.find(({ name }) => name === resource)?.endpoints.list
  if (!list) throw new Error(`${resource} of ${area} has no list`)
  return (await call(list as Endpoint<ListQuery, Page<unknown>>, { ...query, size: 1 }, { signal, quiet: true })).total
}

const has = ({ least = 1 }: Step, count: number | undefined): boolean => (count ?? 0) >= least

/** Counts existing rows and displays the steps while one is missing. */
export default function SetupSteps({
  onLacking,
  onComplete,
  onHide,
}: {
  /** Called when something is missing and displayed. */
  onLacking: () => void
  onComplete: () => void
  onHide: () => void
}) {
  const steps = allSteps()
  const [idle, setIdle] = useState(false)
  const final = steps.at(-1)!
  const asking = (step: Step, enabled = true) => ({
    queryKey: keyOf([step.resource], 'setup', step.query ?? null),
    queryFn: ({ signal }: { signal: AbortSignal }) => countOf(step, signal),
    meta: READ,
    enabled,
  })
  // If the last step is done the plant is in production: checking the other steps can wait.
  const last = useQuery(asking(final))
  const now = idle || (!last.isPending && !has(final, last.data))
  const answers = useQueries({ queries: steps.map((step) => asking(step, step === final || now)) })
  useEffect(() => {
    let gone = false
    void whenIdle().then(() => gone || setIdle(true))
    return () => {
      gone = true
    }
  }, [])
  const known = answers.every(({ data }) => data !== undefined)
  const done = steps.filter((step, index) => has(step, answers[index]?.data)).length
  const missing = known ? steps.length - done : null
  const found = useEffectEvent((lacking: boolean) => (lacking ? onLacking() : onComplete()))
  useEffect(() => {
    if (missing !== null) found(missing > 0)
  }, [missing])
  if (!missing) return null
  return <Steps steps={steps} counts={answers.map(({ data }) => data ?? 0)} done={done} onHide={onHide} />
}

interface StepsProps {
  steps: readonly Step[]
  counts: readonly number[]
  done: number
  onHide: () => void
}
/**
 * The steps in order, with the number of rows or a link to the form. A separate component, so that the texts of six
 * areas load only when there is something to display.
 */
function Steps({ steps, counts, done, onHide }: StepsProps) {
  const { t } = useTranslation(['client', ...new Set(steps.map(({ area }) => area))])
  const adding = useAdding()
  const pageLink = usePageLink()
  const lines = steps.map((step, index) => {
    const count = counts[index] ?? 0
    return {
      key: step.name,
      to: step.page ? pageLink(step.page) : adding(step.resource, step.many ? 'list' : 'form'),
      title: t(`${step.area}:setup.${step.name}.title`),
      sub: t(`${step.area}:setup.${step.name}.what`),
      side: has(step, count) ? (
        <State tone="ok">{step.page ? t('setup.done') : t('setup.count', { count })}</State>
      ) : (
        <State tone="wait">{t('setup.missing')}</State>
      ),
    }
  })
  return (
    <section className="ui-card today-card" aria-label={t('setup.title')}>
      <h2>{t('setup.title')}</h2>
      <p className="quiet">{t('setup.lead', { done, count: steps.length })}</p>
      <TodayLines lines={lines} />
      <Button onClick={onHide}>{t('setup.hide')}</Button>
    </section>
  )
}
