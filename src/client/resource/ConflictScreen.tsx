import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Fields } from '@/contract/field'
import type { Conflict } from '../api/api-error'
import { useNames } from '../fields/options'
import { FieldView } from '../fields/registry'
import { formatMoment } from '../format/time'
import { useLabels, type FieldPlace } from '../i18n/labels'
import { usePlantZone } from '../session/plant-zone'
import { Button } from '../ui/Button'
import { PageFrame } from '../ui/PageFrame'
import { compareEntries, mergeEntries } from './diff-entries'
import { EntryDifferenceTable } from './EntryDifferenceTable'
import type { ListEntry } from './match-entries'
import { getDifferingFields, type FormValues } from './form-values'

export interface ConflictScreenProps {
  title: string
  conflict: Conflict
  fields: Fields
  place: FieldPlace
  /** Display names of referenced rows, by id. */
  refs: Readonly<Record<string, string>>
  busy: boolean
  /** Saves the chosen values over the version of the other person. */
  onSave: (merged: FormValues, version: number) => void
  onBack: () => void
}
type Side = 'mine' | 'theirs'

/** Shows both values of each conflicting field and saves the chosen ones; overwrites nothing without a choice. */
export function ConflictScreen({ title, conflict, fields, place, refs, busy, onSave, onBack }: ConflictScreenProps) {
  const { t } = useTranslation('client')
  const labels = useLabels(place.area)
  const differingNames = getDifferingFields(conflict.mine, conflict.theirs).filter((name) => name in fields)
  const [sideByName, setSideByName] = useState<Record<string, Side>>({})
  const getSide = (name: string): Side => sideByName[name] ?? 'mine'
  /** Returns the entries of a list that differ; null for other fields, which are chosen as a whole. */
  const getDifferingEntries = (name: string) => compareEntries(fields[name], conflict.mine[name], conflict.theirs[name])
  const chooseAll = (side: Side) =>
    setSideByName(
      Object.fromEntries(
        differingNames
          .flatMap((name) => [name, ...(getDifferingEntries(name) ?? []).map(({ key }) => buildEntryName(name, key))])
          .map((entryName) => [entryName, side]),
      ),
    )
  const getChosenValue = (name: string): unknown =>
    getDifferingEntries(name)
      ? mergeEntries(
          fields[name]!,
          conflict.mine[name],
          conflict.theirs[name],
          (key) => getSide(buildEntryName(name, key)) === 'mine',
        )
      : conflict[getSide(name)][name]
  const heading = useConflictHeading(conflict, place.owner)
  // Sends every differing field, even if the other person's value was chosen. Otherwise a command in the outbox would
  // still contain the value that was typed first.
  const save = () =>
    onSave(
      Object.fromEntries(differingNames.map((name) => [name, getChosenValue(name)])),
      Number(conflict.theirs['version']),
    )
  return (
    <PageFrame
      primaryStaysAtBottom
      title={[title, heading.rowName].filter((part) => part !== '' && part !== undefined).join(' · ')}
      onBack={onBack}
      primary={
        <Button look="primary" disabled={busy} onClick={save}>
          {t('resource.conflict.save')}
        </Button>
      }
    >
      <div className="conflict stack gap-3">
        <h2>{t('resource.conflict.title')}</h2>
        {heading.changeText && <p>{heading.changeText}</p>}
        <p>{t('resource.conflict.lead')}</p>
        <div className="choices cluster">
          <Button onClick={() => chooseAll('mine')}>{t('resource.conflict.allMine')}</Button>
          <Button onClick={() => chooseAll('theirs')}>{t('resource.conflict.allTheirs')}</Button>
        </div>
        {differingNames.map((name) => {
          const field = fields[name]
          return (
            field && (
              <fieldset key={name}>
                <legend>{labels.field(place, name)}</legend>
                {field.kind === 'list' && (
                  <EntryDifferenceTable
                    field={field}
                    name={name}
                    place={place}
                    mine={toEntries(conflict.mine[name])}
                    theirs={toEntries(conflict.theirs[name])}
                    refs={refs}
                  />
                )}
                {(getDifferingEntries(name) ?? [null]).map((entry) => {
                  const choiceName = entry ? buildEntryName(name, entry.key) : name
                  return (
                    <SideChoiceSection
                      key={entry?.key ?? name}
                      name={choiceName}
                      legend={entry?.key}
                      chosenSide={getSide(choiceName)}
                      onChoose={(side) => setSideByName({ ...sideByName, [choiceName]: side })}
                      renderSide={(side) =>
                        entry && !entry[side] ? (
                          '–'
                        ) : (
                          <FieldView
                            field={field}
                            name={name}
                            place={place}
                            value={entry ? [entry[side]] : conflict[side][name]}
                            refs={refs}
                            isDetail={entry !== null || field.kind !== 'list'}
                          />
                        )
                      }
                    />
                  )
                })}
              </fieldset>
            )
          )
        })}
      </div>
    </PageFrame>
  )
}
/** Names the choice for one entry of a list field. */
const buildEntryName = (name: string, key: string): string => `${name} ${key}`
/** The choice between both values of a field or entry. */
function SideChoiceSection({
  name,
  legend,
  chosenSide,
  onChoose,
  renderSide,
}: {
  name: string
  /** Key of the entry, if only a part of the field is chosen. */
  legend: string | undefined
  chosenSide: Side
  onChoose: (side: Side) => void
  renderSide: (side: Side) => ReactNode
}) {
  const { t } = useTranslation('client')
  return (
    <>
      {legend && <b>{legend}</b>}
      {(['mine', 'theirs'] as const).map((side) => (
        <label key={side} className={chosenSide === side ? 'is-chosen' : ''}>
          <input
            type="radio"
            name={name}
            aria-label={legend && `${legend} · ${t(`resource.conflict.${side}`)}`}
            checked={chosenSide === side}
            onChange={() => onChoose(side)}
          />
          <b>{t(`resource.conflict.${side}`)}</b>
          {renderSide(side)}
        </label>
      ))}
    </>
  )
}
const toEntries = (value: unknown): ListEntry[] => (Array.isArray(value) ? (value as ListEntry[]) : [])
/** Returns the row's name, and a sentence that says when and, if known, by whom the row was changed. */
function useConflictHeading(
  { theirs, by }: Conflict,
  owner: string,
): { rowName: string | undefined; changeText: string | null } {
  const { t } = useTranslation('client')
  const zone = usePlantZone()
  const id = typeof theirs['id'] === 'string' ? theirs['id'] : null
  const rowNames = useNames(owner, id ? [id] : [], {})
  const personNames = useNames('user', by ? [by.id] : [], {})
  const changedAt = typeof theirs['updatedAt'] === 'string' ? formatMoment(theirs['updatedAt'], zone) : null
  const name = by && (personNames[by.id] ?? by.name)
  const changeText =
    changedAt &&
    (name ? t('resource.conflict.who', { name, time: changedAt }) : t('resource.conflict.when', { time: changedAt }))
  return { rowName: id ? rowNames[id] : undefined, changeText }
}
