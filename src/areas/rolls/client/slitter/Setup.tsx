import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { parseSize } from '@/client/fields/number-input'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { Button } from '@/client/ui/Button'
import { SizeInput } from '@/client/ui/SizeInput'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { slitter as settings } from '@/areas/rolls/contract/slitting'
import { usualSlitter, type SlitterLimits } from '@/areas/rolls/rules/slitter-limits'
import { useStep } from './use-step'
import type { Line } from './use-slitter'
import { ViewFrame, type Frame } from './ViewFrame'

const UNITS: Readonly<Record<keyof SlitterLimits, string>> = {
  knives: '',
  minWidthMm: 'mm',
  minTrimMm: 'mm',
  speed: 'm/min',
  setMinutes: 'min',
  changeoverMinutes: 'min',
  jumboMinutes: 'min',
  weightTolerance: '%',
  balanceTolerance: '%',
  knifeLifeM: 'm',
}
const names = Object.keys(UNITS) as (keyof SlitterLimits)[]

/** Edits the limits of this slitter, by which lanes, weights and plans are checked. */
export default function Setup({ frame, slitter }: { frame: Frame; slitter: Line }) {
  const { rows, isLoading, error, again } = useList(settings, { slitterId: slitter.id, size: 1 })
  const own = rows.find((row) => row.slitterId === slitter.id)
  if (isLoading)
    return (
      <ViewFrame frame={frame}>
        <SkeletonDetail />
      </ViewFrame>
    )
  if (error && rows.length === 0)
    return (
      <ViewFrame frame={frame}>
        <NotLoadedView of={{ error, again }} />
      </ViewFrame>
    )
  return <SetupForm key={`${own?.id} ${own?.version}`} frame={frame} slitter={slitter} own={own ?? null} />
}
function SetupForm({
  frame,
  slitter,
  own,
}: {
  frame: Frame
  slitter: Line
  own: (SlitterLimits & { id: string; version: number }) | null
}) {
  const { t } = useTranslation(['rolls', 'client'])
  const start = own ?? usualSlitter
  const [values, setValues] = useState(() => Object.fromEntries(names.map((name) => [name, String(start[name] ?? '')])))
  const create = useStep(settings.endpoints.create)
  const update = useStep(settings.endpoints.update)
  const wrong = names.some((name) => values[name] && parseSize(values[name] ?? '') === null)
  const save = () => {
    const input = {
      slitterId: slitter.id,
      ...(Object.fromEntries(names.map((name) => [name, values[name] === '' ? null : Number(values[name])])) as Record<
        (typeof names)[number],
        number
      >),
    }
    return own
      ? update.take({ id: own.id, version: own.version, ...input }, { changes: ['slitter'] })
      : create.take(input, { changes: ['slitter'] })
  }
  return (
    <ViewFrame
      frame={frame}
      primary={
        <Button look="primary" disabled={create.busy || update.busy || wrong} onClick={() => void save()}>
          {t('client:resource.save')}
        </Button>
      }
    >
      {!own && <p className="quiet">{t('pages.divideInteractive.usual')}</p>}
      <div className="ui-sheet-form lane-rows">
        {names.map((name) => (
          <label key={name}>
            {t(`slitter.fields.${name}`)}
            {UNITS[name] && ` (${UNITS[name]})`}
            <SizeInput value={values[name] ?? ''} onChange={(text) => setValues({ ...values, [name]: text })} />
          </label>
        ))}
      </div>
    </ViewFrame>
  )
}
