export type Term = readonly [pattern: RegExp, advice: string];

/** Words that we do not use, and what we write instead. Each one was in a text that people read. */
export const terms: readonly Term[] = [
  [/\be-mails?\b/i, 'email'],
  [
    /\b(?:our|your|the|this|that|a|every|each|by|no|any|of|which|last|new) mails?\b(?! (?:server|program|app|queue|client|provider|transport|preview))/i,
    'email',
  ],
  [/\bmails\b/i, 'emails'],
  [/\bsomebody\b/i, 'someone'],
  [/\bnobody\b/i, 'no one'],
  [/\bwhoever\b/i, 'anyone who'],
  [/\brenews? by itself\b/i, 'renews automatically'],
  [/\bsubscription goes on\b/i, 'subscription continues'],
  [/\bis not right\b/i, 'incorrect'],
  [/\btoo old\b/i, 'expired'],
  [/\b(?:look|looks) into (?:your|the)\b/i, 'check your'],
  [/\bdiscard it\b/i, 'discard changes'],
  [/\bcounts? as there\b/i, 'we’ll assume you have'],
  [/\bneither the .* nor\b/i, 'you don’t need … or …'],
  [/\bby machine\b/i, 'by automated means'],
  [/\bwe (?:got|have got) a request\b/i, 'we received a request'],
  [/\bask(?:ed|s)? for (?:a|the) (?:deletion|link)\b/i, 'request'],
  [/\bsign(?:ed|s)? in in\b/i, 'sign in to'],
  [/\bwhose word\b/i, 'what … says'],
  [/\bmounted in its place\b/i, 'replaces'],
  [/\blook after\b/i, 'take care of'],
  [/\b(?:whilst|amongst|thereof|hereby|herein)\b/i, 'while, among, of it, or nothing'],
  [
    /\b(?:colour|favour|behaviour|centre|cancelled|cancelling|recognise|organise|catalogue|grey|licence)\w*/i,
    'American spelling',
  ],
  [/\bplease find\b/i, 'here is'],
  [/\binformations\b/i, 'information'],
  [/\bpossibility to\b/i, 'can'],
  [/\b(?:till|until) the \d/i, 'until'],
  [/\bpress the button\b/i, 'name the button'],
  [/\bthe one .* and the other\b/i, 'say which'],
  [/\p{L}[.!?,]? {2,}\p{L}/u, 'one space'],
  [/(?<!\p{L})(\p{L}{2,}) \1(?!\p{L})/iu, 'one word, not two'],
];

/** Talk has contractions; binding texts and the log do not need them. */
export const contractions: Term = [
  /\b(?:can|could|do|does|did|is|are|was|were|has|have|had|would|will|should) not\b|\bcannot\b/i,
  'use the contraction',
];
