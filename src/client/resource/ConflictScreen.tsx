import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Fields } from '@/contract/field'
import type { Conflict } from '../api/api-error'
import { useNames } from '../fields/options'
import { FieldShow } from '../fields/registry'
import { formatMoment } from '../format/time'
import { useLabels, type FieldPlace } from '../i18n/labels'
import { usePlantZone } from '../session/zone'
import { Button } from '../ui/Button'
import { PageFrame } from '../ui/PageFrame'
import { entriesApart, joined } from './entries-apart'
import { LinesApart } from './LinesApart'
import type { Line } from './lines-apart'
import { differing, type Values } from './values'

export interface ConflictScreenProps {
  title: string
  conflict: Conflict
  fields: Fields
  place: FieldPlace
  refs: Readonly<Record<string, string>>
  busy: boolean
  /** Saves the chosen values over the version of the other person. */
  onSave: (merged: Values, version: number) => void
  onBack: () => void
}
type Side = 'mine' | 'theirs'

/** Conflict resolution field by field, own value beside the other person's; nothing is overwritten without a choice. */
export function ConflictScreen({ title, conflict, fields, place, refs, busy, onSave, onBack }: ConflictScreenProps) {
  const { t } = useTranslation('client')
  const labels = useLabels(place.area)
  const names = differing(conflict.mine, conflict.theirs).filter((name) => name in fields)
  const [chosen, setChosen] = useState<Record<string, Side>>({})
  const sideOf = (name: string): Side => chosen[name] ?? 'mine'
  const entriesOf = (name: string) => entriesApart(fields[name], conflict.mine[name], conflict.theirs[name])
  const all = (side: Side) =>
    setChosen(
      Object.fromEntries(
        names
          .flatMap((name) => [name, ...(entriesOf(name) ?? []).map(({ key }) => entryName(name, key))])
          .map((one) => [one, side]),
      ),
    )
  const valueOf = (name: string): unknown =>
    entriesOf(name)
      ? joined(
          fields[name]!,
          conflict.mine[name],
          conflict.theirs[name],
          (key) => sideOf(entryName(name, key)) === 'mine',
        )
      : conflict[sideOf(name)][name]
  // Every differing field is sent, also where theirs was chosen: the corrected command still contains the values typed
  // first.
  const said = useSaid(conflict, place.owner)
  const save = () =>
    onSave(Object.fromEntries(names.map((name) => [name, valueOf(name)])), Number(conflict.theirs['version']))
  return (
    <PageFrame
      ends
      title={[title, said.row].filter((part) => part !== '' && part !== undefined).join(' · ')}
      onBack={onBack}
      primary={
        <Button look="primary" disabled={busy} onClick={save}>
          {t('resource.conflict.save')}
        </Button>
      }
    >
      <div className="conflict">
        <h2>{t('resource.conflict.title')}</h2>
        {said.who && <p>{said.who}</p>}
        <p>{t('resource.conflict.lead')}</p>
        <div className="choices">
          <Button onClick={() => all('mine')}>{t('resource.conflict.allMine')}</Button>
          <Button onClick={() => all('theirs')}>{t('resource.conflict.allTheirs')}</Button>
        </div>
        {names.map((name) => {
          const field = fields[name]
          return (
            field && (
              <fieldset key={name}>
                <legend>{labels.field(place, name)}</legend>
                {field.kind === 'list' && (
                  <LinesApart
                    field={field}
                    name={name}
                    place={place}
                    mine={linesOf(conflict.mine[name])}
                    theirs={linesOf(conflict.theirs[name])}
                    refs={refs}
                  />
                )}
                {(entriesOf(name) ?? [null]).map((entry) => (
                  <Sides
                    key={entry?.key ?? name}
                    name={entry ? entryName(name, entry.key) : name}
                    legend={entry?.key}
                    chosen={sideOf(entry ? entryName(name, entry.key) : name)}
                    onChoose={(side) => setChosen({ ...chosen, [entry ? entryName(name, entry.key) : name]: side })}
                    show={(side) =>
                      entry && !entry[side] ? (
                        '–'
                      ) : (
                        <FieldShow
                          field={field}
                          name={name}
                          place={place}
                          value={entry ? [entry[side]] : conflict[side][name]}
                          refs={refs}
                          full={entry !== null || field.kind !== 'list'}
                        />
                      )
                    }
                  />
                ))}
              </fieldset>
            )
          )
        })}
      </div>
    </PageFrame>
  )
}
const entryName = (name: string, key: string): string => `${name} ${key}`
/** The choice between both values of a field or entry. */
function Sides({
  name,
  legend,
  chosen,
  onChoose,
  show,
}: {
  name: string
  /** Key of the entry, if only a part of the field is chosen. */
  legend: string | undefined
  chosen: Side
  onChoose: (side: Side) => void
  show: (side: Side) => ReactNode
}) {
  const { t } = useTranslation('client')
  return (
    <>
      {legend && <b>{legend}</b>}
      {(['mine', 'theirs'] as const).map((side) => (
        <label key={side} className={chosen === side ? 'is-chosen' : ''}>
          <input
            type="radio"
            name={name}
            aria-label={legend && `${legend} · ${t(`resource.conflict.${side}`)}`}
            checked={chosen === side}
            onChange={() => onChoose(side)}
          />
          <b>{t(`resource.conflict.${side}`)}</b>
          {show(side)}
        </label>
      ))}
    </>
  )
}
const linesOf = (value: unknown): Line[] => (Array.isArray(value) ? (value as Line[]) : [])
/** Returns the row's name, and who changed it when; only the time if the author is unknown. */
function useSaid({ theirs, by }: Conflict, owner: string): { row: string | undefined; who: string | null } {
  const { t } = useTranslation('client')
  const zone = usePlantZone()
  const id = typeof theirs['id'] === 'string' ? theirs['id'] : null
  const rows = useNames(owner, id ? [id] : [], {})
  const people = useNames('user', by ? [by.id] : [], {})
  const at = typeof theirs['updatedAt'] === 'string' ? formatMoment(theirs['updatedAt'], zone) : null
  const name = by && (people[by.id] ?? by.name)
  const who = at && (name ? t('resource.conflict.who', { name, time: at }) : t('resource.conflict.when', { time: at }))
  return { row: id ? rows[id] : undefined, who }
}
