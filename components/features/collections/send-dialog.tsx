'use client';

import { useTranslations } from 'next-intl';
import { useState, type ReactNode } from 'react';
import { FormAlert } from '@/components/common/form-alert';
import { PickField } from '@/components/common/pick-field';
import type { TokenOption } from '@/components/common/token-options';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader } from '@/components/ui/dialog';
import { foldText } from '@/lib/domain/search-words';

/** A target: a collection or a space. */
export type Goal = TokenOption;

interface SendDialogProps {
  title: string;
  /** Question of the dialog. */
  text: string;
  goals: readonly Goal[];
  placeholder: string;
  /** Shown instead of the question if there is no target. */
  nowhere: ReactNode;
  /** Returns the consequence of the chosen target. */
  consequence: (goal: Goal) => string;
  confirmLabel: string;
  failure: string;
  onConfirm: (goal: Goal) => Promise<void>;
  onClose: () => void;
}

/** Asks for the target of a collection, explains the consequence, and runs the action after confirmation. */
export function SendDialog({ title, text, nowhere, goals, onClose, ...rest }: SendDialogProps) {
  const t = useTranslations('Collections');
  const [goal, setGoal] = useState<Goal | null>(null);
  const [isOpen, setOpen] = useState(true);
  const [isPending, setPending] = useState(false);
  const close = () => {
    setOpen(false);
    onClose();
  };
  return (
    <Dialog open={isOpen} onOpenChange={(open) => (open || isPending ? undefined : close())}>
      <DialogContent closeLabel={t('close')} width="sm" locked={isPending}>
        <DialogHeader
          title={title}
          description={goal ? rest.consequence(goal) : goals.length > 0 ? text : null}
        />
        {goal ? (
          <Confirmation
            {...rest}
            goal={goal}
            onBack={() => setGoal(null)}
            onPending={setPending}
            onDone={close}
          />
        ) : (
          <DialogBody>
            {goals.length > 0 ? (
              <GoalField goals={goals} label={text} placeholder={rest.placeholder} onPick={setGoal} />
            ) : (
              nowhere
            )}
          </DialogBody>
        )}
      </DialogContent>
    </Dialog>
  );
}

interface GoalFieldProps {
  goals: readonly Goal[];
  label: string;
  placeholder: string;
  onPick: (goal: Goal) => void;
}

function GoalField({ goals, label, placeholder, onPick }: GoalFieldProps) {
  const t = useTranslations('Collections');
  const [typed, setTyped] = useState('');
  const wanted = foldText(typed.trim());
  return (
    <PickField
      label={label}
      placeholder={placeholder}
      text={typed}
      onTextChange={setTyped}
      options={goals.filter((goal) => foldText(goal.label).includes(wanted))}
      optionsLabel={t('goals')}
      empty={t('noGoal')}
      onPick={(key) => {
        const goal = goals.find((one) => one.key === key);
        if (goal) onPick(goal);
      }}
    />
  );
}

interface ConfirmationProps extends Pick<SendDialogProps, 'confirmLabel' | 'failure' | 'onConfirm'> {
  goal: Goal;
  onBack: () => void;
  onPending: (isPending: boolean) => void;
  onDone: () => void;
}

function Confirmation({
  goal,
  confirmLabel,
  failure,
  onConfirm,
  onBack,
  onPending,
  onDone,
}: ConfirmationProps) {
  const t = useTranslations('Collections');
  const [state, setState] = useState<'asked' | 'pending' | 'failed'>('asked');
  const confirm = async () => {
    setState('pending');
    onPending(true);
    try {
      await onConfirm(goal);
      onDone();
    } catch {
      setState('failed');
    } finally {
      onPending(false);
    }
  };
  return (
    <>
      {state === 'failed' ? (
        <DialogBody>
          <FormAlert text={failure} />
        </DialogBody>
      ) : null}
      <DialogFooter className="border-t-0 pt-2 md:pb-5">
        <Button onClick={onBack} disabled={state === 'pending'}>
          {t('back')}
        </Button>
        {/* The menu that opened the dialog has taken the focus away. */}
        {/* eslint-disable-next-line jsx-a11y/no-autofocus -- see above */}
        <Button autoFocus variant="primary" pending={state === 'pending'} onClick={() => void confirm()}>
          {confirmLabel}
        </Button>
      </DialogFooter>
    </>
  );
}
