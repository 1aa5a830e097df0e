/** The part of highlight.js that the pages use: its own types would bring the browser's globals into the service. */
declare const highlighter: {
  registerLanguage(name: string, language: object): void
  highlight(code: string, options: { language: string }): { value: string }
}
export default highlighter
