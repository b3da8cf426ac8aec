import './fields.css'
import { useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { toSearchText } from '@/contract/search-text'
import { MAX_PICK_LIST_OPTIONS } from '@/contract/kit'
import { hasScannableLabel } from '../area-registry'
import { findRowOrReason } from '../api/scanned-row'
import { joinWords } from '../format/join-words'
import { useLanguage } from '../format/use-language'
import { Button } from '../ui/Button'
import { Link } from 'react-router-dom'
import { NotLoadedView } from '../resource/NotLoadedView'
import { useReturnState } from '../resource/return-with-row'
import { useAddAddress } from '../shell/use-add-address'
import { CheckIcon, CloseIcon, DownIcon, PlusIcon, ScanIcon } from '../ui/icons'
import { ScannerDialog } from '../ui/ScannerDialog'
import { Dialog } from '../ui/Dialog'
import { useFormScope } from './form-scope'
import { useNames, useOptions } from './options'
import { useFirstChoices, type FirstChoice } from './first-choices'

export interface PickerProps {
  of: string
  id: string
  label: string
  ids: readonly string[]
  many: boolean
  /** Allows clearing the selection; true by default. */
  clearable?: boolean
  /** `label` is the name of a row picked from the list. */
  onPick: (ids: string[], label?: string) => void
  disabled?: boolean
  invalid?: boolean
  describedBy?: string
  /** Known names by id. */
  refs?: Readonly<Record<string, string>>
  /** Placeholder; "Choose" by default. */
  empty?: string
  /**
   * Hook that searches the options, if not every row of the resource is allowed. Disables scanning, since a scanned row
   * might not be allowed.
   */
  useFound?: (keyword: string) => OptionSearch
  /** Form field that receives a row which is added first. */
  field?: string | undefined
  /** Opens the form's own scanner, which handles codes that this phone does not know. */
  onScan?: (() => void) | undefined
}
/** Search result; `total` is set if there are more matches. */
export interface OptionSearch {
  list: readonly FirstChoice[]
  total?: number
  offline: boolean
  busy: boolean
  /** Error if the options could not be loaded; `again` retries. */
  error?: Error | null
  again?: () => void
}

/** Picks rows of a resource by typing, or by scanning if the rows have labels. */
export function Picker({
  of,
  id,
  label,
  ids,
  many,
  clearable = true,
  onPick,
  disabled,
  invalid,
  describedBy,
  refs,
  empty,
  useFound,
  field,
  onScan,
}: PickerProps) {
  const { t } = useTranslation('client')
  const language = useLanguage()
  const scope = useFormScope()
  const [open, setOpen] = useState(false)
  const [scanning, setScanning] = useState(false)
  const names = useNames(of, ids, refs ?? scope.refs)
  const text =
    ids.length === 0
      ? (empty ?? t('fields.choose'))
      : joinWords(
          ids.map((one) => names[one] ?? '…'),
          language,
        )
  const pickOption = (one: string, optionLabel: string) => {
    if (!many) {
      onPick([one], optionLabel)
      setOpen(false)
    } else onPick(ids.includes(one) ? ids.filter((other) => other !== one) : [...ids, one])
  }
  async function onScanned(code: string) {
    const { hit, why } = await findRowOrReason(code, [of], { unknown: t('shell.scan.unknown', { code }) })
    if (!hit) return why
    setScanning(false)
    return onPick(many ? [...new Set([...ids, hit.id])] : [hit.id])
  }
  return (
    <span className="with-unit">
      <button
        type="button"
        id={id}
        className="ui-input pick"
        disabled={disabled}
        aria-haspopup="dialog"
        aria-label={`${label}: ${text}`}
        data-invalid={invalid ?? false}
        aria-describedby={describedBy}
        onClick={() => setOpen(true)}
      >
        <span className={ids.length === 0 ? 'quiet' : undefined}>{text}</span>
        <DownIcon size={16} />
      </button>
      {clearable && ids.length > 0 && !disabled && (
        <Button
          aria-label={`${t('fields.clear')} ${label}`}
          icon={<CloseIcon size={20} />}
          onClick={() => onPick([])}
        />
      )}
      {!disabled && (onScan || (!useFound && hasScannableLabel(of))) && (
        <Button
          aria-label={`${t('fields.scan')} ${label}`}
          icon={<ScanIcon size={20} />}
          onClick={onScan ?? (() => setScanning(true))}
        />
      )}
      <Dialog open={open} onClose={() => setOpen(false)} title={label}>
        <OptionList
          of={of}
          chosen={ids}
          onTake={pickOption}
          useFound={useFound ?? createRowSearch(of)}
          field={field ?? null}
        />
        <div className="ui-actions">
          <Button onClick={() => setOpen(false)}>{t(many ? 'ui.done' : 'ui.close')}</Button>
        </div>
      </Dialog>
      {scanning && <ScannerDialog onCode={onScanned} onClose={() => setScanning(false)} hint={label} />}
    </span>
  )
}

/**
 * Link to the form that adds the first row, for users who may add one. The current form is stored as a draft, to which
 * the user returns.
 */
function AddFirstLink({ of, field }: { of: string; field: string | null }) {
  const { t } = useTranslation('client')
  const errand = useReturnState(field)
  const address = useAddAddress()(of)
  return (
    address && (
      <Link to={address} state={errand} className="ui-button is-primary pick-add">
        <PlusIcon size={20} />
        {t('resource.add')}
      </Link>
    )
  )
}

const createRowSearch = (resource: string) =>
  function useRows(keyword: string): OptionSearch {
    return useOptions(resource, keyword, true)
  }
function OptionList({
  of,
  chosen,
  onTake,
  useFound,
  field,
}: {
  of: string
  chosen: readonly string[]
  onTake: (id: string, label: string) => void
  useFound: (keyword: string) => OptionSearch
  field: string | null
}) {
  const { t } = useTranslation('client')
  const [keyword, setKeyword] = useState('')
  // oxlint-disable-next-line react/hooks -- a picker keeps its search hook while it is mounted
  const { list, total = 0, offline, busy, error = null, again } = useFound(keyword)
  const searchText = toSearchText(keyword)
  const firstChoices = useFirstChoices(of).filter(({ label }) => toSearchText(label).includes(searchText))
  const others = list.filter(({ id }) => !firstChoices.some((one) => one.id === id))
  // Enter picks the only match, or the match whose code or name was typed completely. By default it would submit the
  // surrounding form.
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    const selectable = [...firstChoices, ...others].filter((one) => one.why === undefined)
    const exactMatches = selectable.filter(({ label }) => `${toSearchText(label)} `.startsWith(`${searchText} `))
    const [only, ...more] = exactMatches.length > 0 ? exactMatches : selectable
    if (only && more.length === 0 && searchText && !busy) onTake(only.id, only.label)
  }
  const renderOption = (one: FirstChoice) => (
    <li key={one.id}>
      <button
        type="button"
        aria-pressed={chosen.includes(one.id)}
        disabled={one.why !== undefined}
        onClick={() => onTake(one.id, one.label)}
      >
        <span>
          {one.label}
          {(one.note ?? one.why) && <small>{[one.note, one.why].filter(Boolean).join(' · ')}</small>}
        </span>
        {chosen.includes(one.id) && <CheckIcon size={20} />}
      </button>
    </li>
  )
  return (
    <>
      <input
        className="ui-input"
        type="search"
        value={keyword}
        onChange={(event) => setKeyword(event.target.value)}
        onKeyDown={onEnter}
        placeholder={t('fields.search')}
        aria-label={t('fields.search')}
      />
      <output className="quiet pick-said">
        {busy
          ? t('fields.searching')
          : [
              offline && t('fields.offlineOptions'),
              error
                ? null
                : list.length + firstChoices.length === 0
                  ? t(keyword === '' && !offline ? 'fields.noneYet' : 'fields.noOptions')
                  : total > list.length
                    ? t('fields.found', { count: total })
                    : list.length === MAX_PICK_LIST_OPTIONS && t('fields.someOptions', { count: list.length }),
            ]
              .filter(Boolean)
              .join(' · ') || ' '}
      </output>
      {error && !busy && again && <NotLoadedView of={{ error, again }} />}
      {keyword === '' && !busy && !offline && !error && list.length === 0 && <AddFirstLink of={of} field={field} />}
      <ul className="options">
        {firstChoices.map(renderOption)}
        {firstChoices.length > 0 && others.length > 0 && <li className="others">{t('fields.others')}</li>}
        {others.map(renderOption)}
      </ul>
    </>
  )
}
