/** Verbs that names of exported functions begin with. Add one when a name needs it; do not add nouns, participles or prepositions. */
const VERBS = `
  accept acknowledge acquire activate add adjust admit adopt advance aggregate align allocate allow amend announce
  answer append apply approve archive arrange ask assemble assert assign attach audit authenticate authorize await
  back balance begin bind block book break build bundle cache calculate calibrate call cancel capture carry cast catch
  change charge check choose claim clamp classify clean clear click clip clone close code collapse collect combine
  compact compare compile complete compose compress compute confirm connect consume contain continue convert copy
  correct count cover create cut debounce decide declare decline decode decompress decrypt deduce deduplicate define
  delete deliver deny deploy derive describe deserialize destroy detach detect determine disable discard disconnect
  dismiss dispatch display distribute divide dock doff downgrade download draft drain draw drop duplicate edit emit
  empty enable encode encrypt end enforce enqueue ensure enter enumerate erase escape estimate evaluate evict examine
  exceed exclude execute exit expand expect expire explain export extend extract fail fall fetch fill filter finalize
  find finish fit fix flag flatten flush focus fold follow forecast forget format forward free freeze generate get
  give go grade grant group guess guide handle hash hide highlight hold identify idle ignore import include increment
  index infer inherit initialize inject inline insert inspect install interpolate intersect invalidate invert invite
  invoke issue join judge jump keep label launch lay leave lend let level lift limit link list listen load localize
  lock log look lookup loop make map mark mask match measure memoize merge migrate mirror mount move multiply mute narrow
  navigate negate normalize note notify number observe obtain offer omit open optimize order overlay override pack pad
  paginate paint pair park parse partition paste patch pause perform persist pick pin place plan play plot point poll
  pop populate post predict prefetch prepare press preview price print probe process produce project promise promote
  propose provide prune publish pull purge push put qualify query queue quote raise rank rate reach react read
  rearrange rebase rebuild recalculate receive recheck reclaim recognize recommend recompress recompute reconcile reconnect record
  recover redirect redraw reduce refine reflect refresh refuse register reject relabel relate release reload remember
  remind remove rename render renew reopen reorder repair repeat replace reply report request require rerender
  reschedule reserve reset resolve respond restart restore restrict result resume retain retry return reuse reveal
  reverse revert review revise revoke reweigh rework rewrite roll rotate round route run sample sanitize save scale
  scan schedule scope score scroll seal search seed select send separate serialize serve set settle shade shape share
  shift ship shorten show shrink shuffle shut sign simulate skip slice slide slit smooth snap solve sort split spread
  stamp start step stop store stream stretch strip stub submit subscribe substitute subtract suggest sum summarize
  supply suspend swap switch sync synchronize tag take tally tap tear tell test throttle throw tick tile toggle total
  touch trace track train transfer transform transition translate transmit traverse trigger trim truncate try turn
  type unapprove unblock undo unescape unfreeze unhold uninstall unlink unlock unmark unmount unpack unpin unregister
  unseal unsubscribe unwrap update upgrade upload use validate verify view visit wait walk warm warn watch weigh
  weight widen wind wipe withdraw work wrap write yield zip zoom
`
/** Beginnings that are no verbs: predicates, conversions, event handlers, hooks, declarations, wrappers and comparisons. */
const BEGINNINGS = [
  'is',
  'has',
  'can',
  'needs',
  'should',
  'exists',
  'includes',
  'exceeds',
  'contains',
  'matches',
  'allows',
  'fits',
  'to',
  'on',
  'use',
  'define',
  'with',
]

const words = new Set([...VERBS.trim().split(/\s+/), ...BEGINNINGS])
/** True if the first word of a camelCase name is a verb of the list or one of the conventional beginnings. */
export const beginsWithVerb = (name: string): boolean => words.has(/^[a-z0-9]+/.exec(name)?.[0] ?? '')
