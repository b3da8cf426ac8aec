/** A spunbond line in a few strokes: hopper, spinneret, filaments, belt, calender and the growing roll. Decorative. */
export function LineIllustration() {
  return (
    <svg className="login-line" viewBox="0 0 360 132" aria-hidden="true" focusable="false">
      <g fill="none" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
        <path className="is-machine" d="M44 10h44l-14 22v10H58V32z" />
        <path className="is-machine" d="M30 42h72v14H30z" />
        <path
          className="is-web"
          d="M38 56l4 44M46 56l3 44M54 56l2 44M62 56l1 44M70 56v44M78 56l-2 44M86 56l-3 44M94 56l-4 44"
        />
        <path className="is-machine" d="M24 104h118" />
        <circle className="is-machine" cx="30" cy="112" r="8" />
        <circle className="is-machine" cx="136" cy="112" r="8" />
        <path className="is-web is-thick" d="M40 102h110c12 0 14-6 22-6h26c10 0 12 6 22 6h30" />
        <circle className="is-machine" cx="184" cy="82" r="13" />
        <circle className="is-machine" cx="184" cy="110" r="13" />
        <path className="is-web is-thick" d="M250 102c14 0 18-20 34-20" />
        <circle className="is-roll" cx="296" cy="82" r="36" />
        <circle className="is-web" cx="296" cy="82" r="26" />
        <circle className="is-web" cx="296" cy="82" r="17" />
        <circle className="is-machine" cx="296" cy="82" r="7" />
        <path className="is-machine" d="M270 118h52M296 118v-4" />
        <path className="is-ground" d="M8 124h344" />
      </g>
    </svg>
  )
}
