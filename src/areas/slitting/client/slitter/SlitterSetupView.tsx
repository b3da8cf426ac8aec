import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { parseNonNegative } from '@/client/fields/number-input'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { Button } from '@/client/ui/Button'
import { NonNegativeNumberInput } from '@/client/ui/NonNegativeNumberInput'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { slitter as settings } from '@/areas/slitting/contract/slitting'
import { defaultSlitterLimits, type SlitterLimits } from '@/areas/slitting/rules/slitter-limits'
import { useSlitterCommand } from '../shared/use-slitter-command'
import type { SlitterLine } from '../shared/use-slitter'
import { SlitterFrameView, type SlitterFrame } from './SlitterFrameView'

const LIMIT_UNITS: Readonly<Record<keyof SlitterLimits, string>> = {
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
const LIMIT_NAMES = Object.keys(LIMIT_UNITS) as (keyof SlitterLimits)[]

/** Edits the limits of this slitter, by which lanes, weights and plans are checked. */
export default function SlitterSetupView({ frame, slitter }: { frame: SlitterFrame; slitter: SlitterLine }) {
  const { rows, isLoading, error, refetch } = useList(settings, { slitterId: slitter.id, size: 1 })
  const storedLimits = rows.find((row) => row.slitterId === slitter.id)
  if (isLoading)
    return (
      <SlitterFrameView frame={frame}>
        <SkeletonDetail />
      </SlitterFrameView>
    )
  if (error && rows.length === 0)
    return (
      <SlitterFrameView frame={frame}>
        <NotLoadedView query={{ error, refetch }} />
      </SlitterFrameView>
    )
  return (
    <SlitterSetupForm
      key={`${storedLimits?.id} ${storedLimits?.version}`}
      frame={frame}
      slitter={slitter}
      storedLimits={storedLimits ?? null}
    />
  )
}
function SlitterSetupForm({
  frame,
  slitter,
  storedLimits,
}: {
  frame: SlitterFrame
  slitter: SlitterLine
  storedLimits: (SlitterLimits & { id: string; version: number }) | null
}) {
  const { t } = useTranslation(['slitting', 'client'])
  const initialLimits = storedLimits ?? defaultSlitterLimits
  const [values, setValues] = useState(() =>
    Object.fromEntries(LIMIT_NAMES.map((name) => [name, String(initialLimits[name] ?? '')])),
  )
  const create = useSlitterCommand(settings.endpoints.create)
  const update = useSlitterCommand(settings.endpoints.update)
  const hasInvalidValue = LIMIT_NAMES.some((name) => values[name] && parseNonNegative(values[name] ?? '') === null)
  const save = () => {
    const input = {
      slitterId: slitter.id,
      ...(Object.fromEntries(
        LIMIT_NAMES.map((name) => [name, values[name] === '' ? null : Number(values[name])]),
      ) as Record<(typeof LIMIT_NAMES)[number], number>),
    }
    return storedLimits
      ? update.execute(
          { id: storedLimits.id, version: storedLimits.version, ...input },
          { changedResources: ['slitter'] },
        )
      : create.execute(input, { changedResources: ['slitter'] })
  }
  return (
    <SlitterFrameView
      frame={frame}
      primary={
        <Button look="primary" disabled={create.busy || update.busy || hasInvalidValue} onClick={() => void save()}>
          {t('client:resource.save')}
        </Button>
      }
    >
      {!storedLimits && <p className="quiet">{t('pages.divideInteractive.defaultLimits')}</p>}
      <div className="ui-sheet-form stack gap-3 lane-rows">
        {LIMIT_NAMES.map((name) => (
          <label key={name}>
            {t(`slitter.fields.${name}`)}
            {LIMIT_UNITS[name] && ` (${LIMIT_UNITS[name]})`}
            <NonNegativeNumberInput
              value={values[name] ?? ''}
              onChange={(text) => setValues({ ...values, [name]: text })}
            />
          </label>
        ))}
      </div>
    </SlitterFrameView>
  )
}
