// Settings of the documentation's site. scripts/docs copies this file and all Markdown files of the clone into one folder.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** Returns the first heading of a page. */
function title(path) {
  return readFileSync(join(root, path), 'utf8').match(/^# (.*)$/m)?.[1].replaceAll('`', '') ?? path
}

/** Returns the sidebar's items for the pages of one folder, by their headings. */
function pages(folder) {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => ({ text: title(join(folder, name)), link: `/${folder}/${name.slice(0, -3)}` }))
    .sort((a, b) => a.text.localeCompare(b.text))
}

const parts = { tutorials: 'Tutorials', 'how-to': 'How-to guides', reference: 'Reference', explanation: 'Explanations' }
const sidebar = Object.entries(parts).map(([folder, text]) => ({ text, collapsed: true, items: pages(`docs/${folder}`) }))
sidebar[2].items.push({ text: 'Options of each command', collapsed: true, items: pages('docs/reference/commands') })

export default {
  title: 'Runbench',
  description: 'How a program behaves over time',
  base: process.env.RUNBENCH_SITE_BASE ?? '/',
  rewrites: (id) => id.replace(/README\.md$/, 'index.md'),
  themeConfig: {
    search: { provider: 'local' },
    nav: [{ text: 'Documentation', link: '/docs/' }, { text: 'Commands', link: '/docs/reference/commands' }],
    sidebar,
    outline: [2, 3],
  },
  // Braces and angle brackets are text, in headings and in code too.
  markdown: {
    html: false,
    attrs: { disable: true },
    config(md) {
      const rule = md.renderer.rules.code_inline
      md.renderer.rules.code_inline = (...context) => rule(...context).replace('<code', '<code v-pre')
      // Indented code gets the box of fenced code, which scrolls; the plain element widens the page.
      md.renderer.rules.code_block = (tokens, i, ...context) => {
        tokens[i].info = 'text'
        return md.renderer.rules.fence(tokens, i, ...context)
      }
    },
  },
  // A test of the build checks the links of all pages. Pages also link to files that are not pages.
  ignoreDeadLinks: true,
}
