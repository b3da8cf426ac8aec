import '../equipment.css'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { useLabels } from '@/client/i18n/labels'
import { useWidth } from '@/client/resource/use-width'
import { useCorrectedCommand } from '@/client/shell/use-corrected-command'
import { Tabs } from '@/client/ui/Tabs'
import { RecordKindPage, type RecordKindDefinition } from './RecordKindPage'

/** Width in px that a kind needs in the tab bar. With less room for all kinds a drop-down is shown. */
const MIN_KIND_WIDTH_PX = 120

/** Page for several kinds of record with a switch; the address parameter `of` holds the kind. */
export function RecordKindPages({ kinds }: { kinds: readonly [RecordKindDefinition, ...RecordKindDefinition[]] }) {
  const [params, setParams] = useSearchParams()
  const correctedCommand = useCorrectedCommand()
  const kindName = correctedCommand?.resource ?? params.get('of')
  const kind = kinds.find(({ of }) => of.name === kindName) ?? kinds[0]
  const above = useMemo(
    () => (
      <RecordKindTabs
        kinds={kinds}
        chosen={kind}
        onChoose={(name) => setParams((now) => buildKindParams(now, name), { replace: true })}
      />
    ),
    [kinds, kind, setParams],
  )
  return <RecordKindPage key={kind.of.name} kind={kind} above={above} />
}

function RecordKindTabs({
  kinds,
  chosen,
  onChoose,
}: {
  kinds: readonly RecordKindDefinition[]
  chosen: RecordKindDefinition
  onChoose: (name: string) => void
}) {
  const { t } = useTranslation('equipment')
  const labels = useLabels('equipment')
  const [box, width] = useWidth<HTMLDivElement>()
  const label = t('pages.records.kind')
  return (
    <div className="eq-kinds" ref={box}>
      {width >= kinds.length * MIN_KIND_WIDTH_PX ? (
        <Tabs
          label={label}
          switchesViews
          chosen={chosen.of.name}
          onChoose={onChoose}
          tabs={kinds.map(({ of }) => ({ key: of.name, word: labels.name(of) }))}
        />
      ) : (
        <select
          className="ui-input"
          aria-label={label}
          value={chosen.of.name}
          onChange={(event) => onChoose(event.target.value)}
        >
          {kinds.map(({ of }) => (
            <option key={of.name} value={of.name}>
              {labels.name(of)}
            </option>
          ))}
        </select>
      )}
    </div>
  )
}
/** Builds the address for another kind. Machine and search text apply to every kind and are preserved. */
function buildKindParams(currentParams: URLSearchParams, kindName: string): URLSearchParams {
  return new URLSearchParams([
    ['of', kindName],
    ...[...currentParams].filter(([name]) => name === 'equipmentId' || name === 'q'),
  ])
}
