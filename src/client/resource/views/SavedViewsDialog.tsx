import './views.css'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import type { Resource } from '@/contract/resource'
import { deleteView, saveView, listSavedViews } from '@/contract/saved-view'
import { notify } from '../../api/notify'
import { useEndpoint } from '../../api/use-list'
import { useInstantCommand } from '../../api/use-instant-command'
import { Button } from '../../ui/Button'
import { DeleteIcon, LinkIcon } from '../../ui/icons'
import { Dialog } from '../../ui/Dialog'
import { loadLayout } from '../../ui/table/column-layout'
import { recordTrouble } from '../../ui/trouble'
import { useConfirm } from '../../ui/use-confirm'
import { NotLoadedView } from '../NotLoadedView'
import { buildViewAddress, buildViewLink, toViewQuery, type OpenView, type SavedView } from './saved-view'

interface SavedViewsDialogProps {
  of: Resource
  open: OpenView
  onClose: () => void
}
/** Saved views of a list: open, link, share, delete, and save the current list as a view. */
export default function SavedViewsDialog({ of, open, onClose }: SavedViewsDialogProps) {
  const { t } = useTranslation('client')
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const savedViews = useEndpoint(listSavedViews, { list: of.name, page: pathname })
  const openAddress = (address: string) => {
    void navigate(address)
    onClose()
  }
  const mayShare = savedViews.data?.mayShare === true
  return (
    <Dialog open onClose={onClose} title={t('views.title')}>
      <div className="views">
        {savedViews.error ? (
          <NotLoadedView of={savedViews} />
        ) : (
          <ul>
            <li>
              <button type="button" aria-current={open.view === null} onClick={() => openAddress(pathname)}>
                <b>{t('views.none')}</b>
              </button>
            </li>
            {savedViews.data?.views.map((view) => (
              <SavedViewRow
                key={view.id}
                view={view}
                current={view.id === open.view?.id}
                mayShare={mayShare}
                onShow={() => openAddress(buildViewAddress(view))}
                onGone={() => view.id === open.view?.id && openAddress(pathname)}
              />
            ))}
          </ul>
        )}
        {savedViews.data && <SaveViewForm of={of} open={open} mayShare={mayShare} onSaved={openAddress} />}
      </div>
    </Dialog>
  )
}

interface SavedViewRowProps {
  view: SavedView
  current: boolean
  mayShare: boolean
  onShow: () => void
  onGone: () => void
}
function SavedViewRow({ view, current, mayShare, onShow, onGone }: SavedViewRowProps) {
  const { t } = useTranslation('client')
  const [keep, drop] = [useInstantCommand(saveView), useInstantCommand(deleteView)]
  const [ask, dialog] = useConfirm()
  const { own, owner: _owner, ...saved } = view
  async function copy() {
    try {
      await navigator.clipboard.writeText(buildViewLink(view))
      void notify(t('views.copied'), 'success')
    } catch (error) {
      recordTrouble('not copied', error) // without https there is no clipboard: show the link for manual copying
      void notify(buildViewLink(view))
    }
  }
  async function remove() {
    if (!(await ask({ thing: view.name }))) return
    if (await drop.run({ id: view.id, version: view.version }, { done: t('resource.deleted') })) onGone()
  }
  return (
    <li>
      <button type="button" aria-current={current} onClick={onShow}>
        <b>{view.name}</b>
        {!own && <small className="quiet">{t('views.by', { person: view.owner })}</small>}
      </button>
      {own && mayShare && (
        <label>
          <input
            type="checkbox"
            checked={view.shared}
            disabled={keep.busy}
            onChange={(event) => void keep.run({ ...saved, shared: event.target.checked })}
          />
          {t('views.shared')}
        </label>
      )}
      {view.shared && (
        <Button
          look="quiet"
          icon={<LinkIcon size={20} />}
          aria-label={t('views.copy', { name: view.name })}
          title={t('views.copy', { name: view.name })}
          onClick={() => void copy()}
        />
      )}
      {own && (
        <Button
          look="quiet"
          icon={<DeleteIcon size={20} />}
          aria-label={t('views.delete', { name: view.name })}
          title={t('views.delete', { name: view.name })}
          disabled={drop.busy}
          onClick={() => void remove()}
        />
      )}
      {dialog}
    </li>
  )
}

/** Saves the current list under a new name, or over the person's own open view. */
function SaveViewForm({
  of,
  open,
  mayShare,
  onSaved,
}: {
  of: Resource
  open: OpenView
  mayShare: boolean
  onSaved: (address: string) => void
}) {
  const { t } = useTranslation('client')
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const keep = useInstantCommand(saveView)
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const layout = loadLayout(open.choiceKey) ?? open.layout
  const currentView = {
    list: of.name,
    page: pathname,
    query: toViewQuery(params),
    columns: layout ? JSON.stringify(layout) : null,
  }
  async function save(naming: { id?: string; version?: number; name: string; shared: boolean }) {
    const result = await keep.run({ ...currentView, ...naming })
    if (result && !result.queued) onSaved(buildViewAddress({ ...result.data, own: true, owner: '' }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save({ name: name.trim(), shared })
  }
  const { view } = open
  return (
    <form onSubmit={submit}>
      {view?.own && (
        <Button
          look={open.changed ? 'primary' : 'plain'}
          disabled={keep.busy}
          onClick={() => void save({ id: view.id, version: view.version, name: view.name, shared: view.shared })}
        >
          {t('views.update', { name: view.name })}
        </Button>
      )}
      <label className="views-name">
        <span>{t('views.saveAs')}</span>
        <input
          className="ui-input"
          value={name}
          maxLength={60}
          placeholder={t('views.name')}
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      {mayShare && (
        <label>
          <input type="checkbox" checked={shared} onChange={(event) => setShared(event.target.checked)} />
          {t('views.share')}
        </label>
      )}
      <Button type="submit" disabled={keep.busy || name.trim() === ''}>
        {t('resource.save')}
      </Button>
    </form>
  )
}
